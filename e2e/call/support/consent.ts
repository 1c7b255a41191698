import type { Locator, Page } from '@playwright/test';

/** The card that asks a host whose account offers it whether their guest may direct them. */
export function consentQuestion(host: Page): Locator {
  return host.getByRole('region', { name: 'Let your guest direct you?' });
}

/** Lets the guest direct the host in these ways, by the card. */
export async function allowDirecting(host: Page, ...ways: ('Arrow pad' | 'Voice')[]): Promise<void> {
  const question = consentQuestion(host);
  for (const way of ways) await question.getByLabel(way).check();
  await question.getByRole('button', { name: 'Allow' }).click();
}
