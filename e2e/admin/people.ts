import type { APIResponse, Page } from '@playwright/test';
import { z } from 'zod';
import { unique } from '#tests/support/people/people.ts';
import { expect } from '../site/site.ts';

export { expect, test } from '../site/site.ts';
export { unique };

/** Logs the page's browser in as the initial administrator. */
export async function signInAsAdmin(page: Page): Promise<void> {
  const data = { username: 'admin', password: process.env.ADMIN_PASSWORD };
  expect((await page.request.post('/api/login', { data })).status()).toBe(200);
}

const rowSchema = z.object({ id: z.string() });

async function idIn(answer: APIResponse): Promise<string> {
  expect(answer.status(), await answer.text()).toBe(201);
  return rowSchema.parse(await answer.json()).id;
}

/** Creates a row as the administrator. @returns its id */
export async function make(page: Page, entity: string, data: object): Promise<string> {
  return idIn(await page.request.post(`/api/${entity}`, { data }));
}

export const city = () => ({ name: unique('City'), country: 'ES', latitude: 40.5, longitude: -3.5 });
