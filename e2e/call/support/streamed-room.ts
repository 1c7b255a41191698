import type { Page } from '@playwright/test';
import { expect } from '../../support/test.ts';
import { enterRoom } from './people.ts';

/** Creates a room for a camera that a program sends. @returns its code */
export async function createStreamedRoom(page: Page): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Create room' }).click();
  await page.getByRole('button', { name: 'More settings' }).click();
  await page.getByLabel('Camera', { exact: true }).selectOption('streamed');
  await page.getByRole('button', { name: 'Create room' }).click();
  return (await page.getByTestId('room-code').textContent()) ?? '';
}

/** Enters such a room, and agrees that it is not encrypted. */
export async function enterStreamedRoom(guest: Page, code: string): Promise<void> {
  await enterRoom(guest, code);
  const question = guest.getByRole('dialog', { name: 'Go on without encryption?' });
  await expect(question).toContainText('sent by a program');
  await question.getByRole('button', { name: 'Go on without encryption' }).click();
}
