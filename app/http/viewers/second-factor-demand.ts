/** A new installation demands no second factor for this long. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

type Environment = { NODE_ENV?: string | undefined; PUBLIC_URL?: string | undefined };

/**
 * Whether administrators need a second factor.
 * @param demand the parameter `admin-second-factor`
 * @param installedAt when the oldest account was created
 */
export function isSecondFactorDemanded(
  demand: string,
  environment: Environment,
  installedAt: Date,
  now = Date.now(),
): boolean {
  if (demand !== 'production') return demand === 'always';
  return isPublic(environment) && now - installedAt.getTime() > GRACE_MS;
}

/** PUBLIC_URL distinguishes a public site from a local trial, which also runs in production mode. */
function isPublic({ NODE_ENV, PUBLIC_URL }: Environment): boolean {
  if (!PUBLIC_URL || NODE_ENV === 'development') return false;
  const { hostname } = new URL(PUBLIC_URL);
  return !/^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
