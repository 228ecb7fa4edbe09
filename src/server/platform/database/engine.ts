/** The two database engines; every suite of the API runs on both. */
export type DatabaseEngine = 'sqlite' | 'postgres';
