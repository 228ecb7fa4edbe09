import { ApiFailure } from '../util/errors.ts';

/** The database cannot be opened: not writable, in use by another process, not a database, or no server answers. */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError';

  constructor(where: string, cause: unknown) {
    super(`The database ${where} cannot be opened: ${explain(cause)}`, { cause });
  }
}

/** A backup failed; the message is a sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

function explain(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/locked|busy/i.test(text)) return 'another process is using it. Stop that process first.';
  if (/unable to open|EACCES|EPERM|EROFS|readonly|permission/i.test(text)) return `it is not writable (${text}).`;
  if (/not a database|malformed/i.test(text)) return 'the file is not a database of this project.';
  if (/full|ENOSPC/i.test(text)) return 'the disk is full.';
  return `${text}.`;
}

const OUTAGES = new RegExp(
  [
    'SQLITE_(FULL|IOERR|READONLY|BUSY|LOCKED|CANTOPEN)|database or disk is full|disk I/O error',
    'readonly database|database is locked',
    'ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN',
    'Connection terminated|timeout exceeded when trying to connect|is not queryable|connection has been discarded',
    'Query read timeout|is not currently accepting connections',
  ].join('|'),
);

/** Connections (08), resources (53), the system's errors (58), shutdown and failover (57P), time-outs, a replica. */
const POSTGRES_OUTAGE = /^(08...|53...|58...|57P0.|57014|25P03|25006)$/;

/** PostgreSQL aborted a transaction in favour of another one: serialization failure, deadlock. */
const POSTGRES_CONFLICT = /^(40001|40P01)$/;

/** Whether another transaction caused this one's rollback, so that it may run again unchanged. */
export function isConflict(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause)
    if ('code' in current && POSTGRES_CONFLICT.test(String(current.code))) return true;
  return false;
}

/**
 * Tells an outage of the storage (disk full, lost connection, books that a handover is moving), where a retry may help,
 * from a fault in the code.
 */
export function isStorageOutage(error: unknown): boolean {
  if (isConflict(error) || (error instanceof ApiFailure && error.code === 'overloaded')) return true;
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? String(current.code) : '';
    const detail = 'errstr' in current ? String(current.errstr) : '';
    if (POSTGRES_OUTAGE.test(code)) return true;
    if (OUTAGES.test(code) || OUTAGES.test(detail) || OUTAGES.test(current.message)) return true;
  }
  return false;
}
