import { chromium, type Browser } from 'playwright-core'

/** For `setDefaultTimeout`: a busy machine takes its time to show what is waited for. */
export const PATIENCE_MS = 120_000

/** Starts the Chromium of the Debian package, headless and without any request of its own. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  })
}
