/** Permissions of an API key. */
export const KEY_SCOPES = ['room:create', 'room:read', 'room:end'] as const;
