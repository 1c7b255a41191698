import { glob } from 'node:fs/promises';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { startChild } from '#scripts/processes/child.ts';
import { freePort } from '#scripts/processes/ports.ts';
import type { Desktop } from './desktop.ts';

/** Path of Debian's WebKitGTK browser: beside the library, in a folder named after the architecture and the version. */
async function miniBrowser(): Promise<string> {
  for await (const path of glob('/usr/lib/*/webkit2gtk-4*/MiniBrowser')) return path;
  throw new Error('There is no MiniBrowser');
}

/** Debian's WebKit, without WebRTC, controlled through WebDriver. Safari itself runs only on Apple's systems. */
export class WebKit {
  readonly driver: WebDriver;
  readonly #stop: () => Promise<void>;

  private constructor(driver: WebDriver, stop: () => Promise<void>) {
    this.driver = driver;
    this.#stop = stop;
  }

  static async launch(desktop: Desktop): Promise<WebKit> {
    const port = await freePort();
    const env = { ...process.env, ...desktop.env, TZ: 'UTC', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    const service = startChild(['WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'], { env });
    const options = { binary: await miniBrowser(), args: ['--automation'] };
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': options,
    });
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities)
      .build();
    return new WebKit(driver, () => service.stop());
  }

  async close(): Promise<void> {
    await this.driver.quit();
    await this.#stop();
  }
}
