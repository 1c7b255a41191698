import { z } from 'zod';
import { siteCookie } from '#app/http/viewers/cookie.server.ts';

export const themeSchema = z.enum(['light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

const themeCookie = siteCookie('theme', { maxAge: 365 * 24 * 60 * 60 });

/** The chosen theme; null: follow the system. */
export async function chosenTheme(request: Request): Promise<Theme | null> {
  const kept = themeSchema.safeParse(await themeCookie.read(request));
  return kept.data ?? null;
}

/** The `Set-Cookie` header that stores it. */
export function serializeTheme(theme: Theme, request: Request): Promise<string> {
  return themeCookie.serialize(theme, request);
}
