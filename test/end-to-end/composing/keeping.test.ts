import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import test from 'ava'
import type { Page } from 'playwright-core'
import type { Dovecot } from '../../support/dovecot/dovecot.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const run = promisify(execFile)

const REPORT = [
  'From: Ada Lovelace <ada@example.org>',
  'To: user0001@example.test',
  'Subject: The "engine" report',
  'Date: Fri, 20 Nov 2026 09:00:00 +0000',
  'Message-ID: <report@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>It <b>weaves</b>.<script>document.title="run"</script></p>',
  '--b',
  'Content-Type: text/plain; name="notes.txt"',
  'Content-Disposition: attachment; filename="notes.txt"',
  '',
  'first notes',
  '--b',
  'Content-Type: text/plain; name="../notes.txt"',
  'Content-Disposition: attachment; filename="notes.txt"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('zweite Notizen: ä').toString('base64'),
  '--b--',
  '',
].join('\r\n')

async function deliverReport(dovecot: Dovecot, owner: string): Promise<void> {
  await dovecot.deliver(owner, { raw: REPORT, flags: [] })
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('row', { name: /engine/ }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
}

async function saved(page: Page, link: string): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ])
  return { name: download.suggestedFilename(), path: await download.path() }
}

test.serial('a message is saved as a file, byte for byte', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { prepare: deliverReport })
  await openMenu(page)

  const { name, path } = await saved(page, 'Save as file (.eml)')

  t.regex(name, /^The .engine. report\.eml$/)
  t.is((await readFile(path, 'utf8')).replaceAll('\r\n', '\n'), REPORT.replaceAll('\r\n', '\n'))
  t.deepEqual(complaints, [])
})

test.serial(
  'all attachments are saved as one archive that unpacks, names distinguished',
  async (t) => {
    const { page } = await openSignedInPage(t, { prepare: deliverReport })
    await openMenu(page)

    const { name, path } = await saved(page, 'Save all attachments (.zip)')
    const script =
      'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print("|".join(n+"="+z.read(n).decode() for n in z.namelist()))'
    const { stdout } = await run('python3', ['-c', script, path])

    t.is(name, 'The _engine_ report.zip')
    t.is(stdout.trim(), 'notes.txt=first notes|notes (2).txt=zweite Notizen: ä')
  },
)

test.serial('a message is printed with its heading, and no script of it runs', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { prepare: deliverReport })
  await page.getByRole('row', { name: /engine/ }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()

  await page.getByRole('button', { name: 'Print' }).click()
  const printed = page.frameLocator('#print-frame')
  await printed.getByRole('heading', { name: 'The "engine" report' }).waitFor()

  t.regex((await printed.locator('body').textContent()) ?? '', /From: Ada Lovelace.*It weaves\./)
  t.not(await page.title(), 'run')
  t.deepEqual(complaints, [])
})
