// Writes the page of claim.html into dist/ alone, for a server without the rest of the site (deploy/Dockerfile).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClaimFile } from '#src/build/claim-file.ts';
import { CLAIM_FILE_PAGE } from '#src/lib/allocation/claim-file.ts';

const dist = join(import.meta.dirname, '../../dist');
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, CLAIM_FILE_PAGE), await buildClaimFile());
