import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordSecret } from '#scripts/testing/secrets.ts';

/** A folder for a web server's MAIL_FOLDER, and the emails stored there. */
export class Mailbox {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Mailbox> {
    return new Mailbox(await mkdtemp(join(tmpdir(), 'mailbox-')));
  }

  /** All emails to an address, oldest first. */
  async to(address: string): Promise<string[]> {
    const files = (await readdir(this.folder)).sort();
    const mails = await Promise.all(files.map((file) => readFile(join(this.folder, file), 'utf8')));
    return mails.filter((mail) => mail.includes(`\nTo: ${address}\n`));
  }

  /** Waits for an email to an address that contains these words. */
  async waitFor(address: string, words: string): Promise<string> {
    for (let tries = 0; tries < 200; tries++) {
      const mail = (await this.to(address)).findLast((each) => each.includes(words));
      if (mail) return mail;
      await sleep(50);
    }
    throw new Error(`no mail to ${address} has the words ${words}`);
  }

  async empty(): Promise<void> {
    for (const file of await readdir(this.folder)) await rm(join(this.folder, file));
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

/** The path of the link in an email, and the token at the path's end. */
export function linkIn(mail: string): { path: string; token: string } {
  const { pathname } = new URL(/^https?:\S+$/m.exec(mail)?.[0] ?? '');
  const token = pathname.split('/').at(-1) ?? '';
  recordSecret(token);
  return { path: pathname, token };
}
