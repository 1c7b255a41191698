/** What the audit trail tells of. */
export const AUDIT_ACTIONS = [
  'CREATE',
  'UPDATE',
  'DELETE',
  /** A deletion undone. */
  'RESTORE',
  'GIVE_ROLE',
  'TAKE_ROLE',
  'SUSPEND',
  'LIFT_SUSPENSION',
  /** Someone else's. */
  'END_SESSIONS',
  'END_ROOM',
  'ADD_PICTURE',
  'REMOVE_PICTURE',
  'RETRY_JOB',
  /** Of what someone paid. */
  'REFUND',
  /** Of two people's booking. */
  'CANCEL',
  /** A complaint about a paid call, whether a suspended streamer's is charged, or how a dispute is answered. */
  'DECIDE',
  /** Of the ledger, as a file. */
  'EXPORT',
  'LOG_IN',
  'LOG_IN_REFUSED',
  /** A limit of log-ins or of passwords was reached. */
  'LOCKED_OUT',
  /** To what is for administrators. */
  'ACCESS_REFUSED',
  'CHANGE_PASSWORD',
  'RESET_PASSWORD',
  'CHANGE_EMAIL',
  /** Added, removed or, of a recovery code, used. */
  'CHANGE_SECOND_FACTOR',
  'ADD_KEY',
  /** Revoked, or given another limit. */
  'CHANGE_KEY',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
