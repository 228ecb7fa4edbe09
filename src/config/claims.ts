/**
 * The day on which the states of the four claims (landing.badges.*) were last looked at; ISO 8601. Change it with them.
 */
export const CLAIMS_AS_OF = '2026-11-21';
