import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.ts';

/** The browser tests that only take pictures. */
export default defineConfig({ ...config, testDir: '.', use: { ...config.use, screenshot: 'off' } });
