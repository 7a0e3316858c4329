import test from 'ava'
import { readFile } from 'node:fs/promises'
import { violations } from '../../support/web/violations.ts'
import { openFilters, openSettings } from './open-filters.ts'

const SCRIPT = 'require ["fileinto"];\r\n# rule:[Shops]\r\nif true\r\n{\r\n\tkeep;\r\n}\r\n'

test.serial(
  'filters are imported from a file after their differences were shown, and exported to one',
  async (t) => {
    const { page, dovecot, owner, complaints } = await openFilters(t)
    const panel = await openSettings(page, 'Filters')
    const choose = async (content: string | Buffer) => {
      const opened = page.waitForEvent('filechooser')
      await panel.getByRole('button', { name: 'Import' }).click()
      const buffer = Buffer.from(content)
      const file = { name: 'mine.sieve', mimeType: 'application/sieve', buffer }
      await (await opened).setFiles(file)
    }
    await choose(Buffer.from([0xff, 0xfe]))
    await page.getByText('This file is not a Sieve script').waitFor()
    await choose(SCRIPT)
    await panel.getByRole('listitem', { name: 'Added: # rule:[Shops]' }).waitFor()
    t.deepEqual(await dovecot.scripts(owner), [])
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByRole('button', { name: 'Edit Shops' }).waitFor()
    t.deepEqual(await dovecot.scripts(owner), [SCRIPT])

    await choose(SCRIPT.replace('keep', 'stop'))
    await panel.getByRole('listitem', { name: 'Added: stop;' }).waitFor()
    await panel.getByRole('listitem', { name: 'Removed: keep;' }).waitFor()
    t.deepEqual(await violations(page), [])
    await panel.getByRole('button', { name: 'Cancel' }).click()
    t.deepEqual(await dovecot.scripts(owner), [SCRIPT])

    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Export' }).click()
    const saved = await download
    t.is(saved.suggestedFilename(), 'filters.sieve')
    t.is(await readFile(await saved.path(), 'utf8'), SCRIPT)
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'Ctrl+S saves the text of the filters, and the line that is refused is selected',
  async (t) => {
    const { page, dovecot, owner } = await openFilters(t)
    const panel = await openSettings(page, 'Filters')
    await panel.getByRole('button', { name: 'Edit as text' }).click()
    const script = panel.getByRole('textbox', { name: 'Sieve script' })
    const selected = () => page.evaluate('getSelection().toString()')

    // Not even a script, and one that only the mail server knows to be wrong.
    await script.fill('# a comment\nkeep;\nkeep "\n')
    await page.keyboard.press('Control+s')
    await panel.getByRole('alert').waitFor()
    await panel.locator('textarea[aria-invalid=true]').waitFor()
    t.is(await selected(), 'keep "')
    await script.fill('keep;\nredirect "no address";\nkeep;\n')
    await page.keyboard.press('Control+s')
    await panel
      .getByText(/redirect/)
      .first()
      .waitFor()
    await panel.getByRole('alert').filter({ hasText: 'line 2' }).waitFor()
    t.is(await selected(), 'redirect "no address";')

    await script.fill('keep;\n')
    await page.keyboard.press('Control+s')
    await panel.getByRole('button', { name: 'New filter' }).waitFor()
    t.deepEqual(await dovecot.scripts(owner), ['keep;\r\n'])
  },
)
