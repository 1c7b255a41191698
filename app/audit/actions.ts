/** Actions recorded in the audit trail. */
export const AUDIT_ACTIONS = [
  'CREATE',
  'UPDATE',
  'DELETE',
  /** A deletion was undone. */
  'RESTORE',
  'GIVE_ROLE',
  'TAKE_ROLE',
  'SUSPEND',
  'LIFT_SUSPENSION',
  /** Another user's sessions. */
  'END_SESSIONS',
  'END_ROOM',
  'ADD_PICTURE',
  'REMOVE_PICTURE',
  'RETRY_JOB',
  /** Money of a payment. */
  'REFUND',
  /** A booking, by an administrator. */
  'CANCEL',
  /** A complaint about a paid call, a suspended streamer's charge, or the answer to a dispute. */
  'DECIDE',
  /** The database, by `npm run backup`. */
  'BACK_UP',
  /** The ledger, as a file. */
  'EXPORT',
  'LOG_IN',
  'LOG_IN_REFUSED',
  /** A limit on logins or passwords was reached. */
  'LOCKED_OUT',
  /** To administrators' data. */
  'ACCESS_REFUSED',
  'CHANGE_PASSWORD',
  'RESET_PASSWORD',
  'CHANGE_EMAIL',
  /** Added or removed; a recovery code was used. */
  'CHANGE_SECOND_FACTOR',
  'ADD_KEY',
  /** Revoked, or its limit changed. */
  'CHANGE_KEY',
  'ADD_WEBHOOK',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
