import test from 'ava'
import { openFilters, openSettings } from './open-filters.ts'

const SCRIPT = `require ["reject", "date", "relational"];
# rule:[Weekend]
if currentdate :is "weekday" ["0", "6"]
{
	reject "Not at the weekend.";
}
`

test.serial(
  'what the mail server lacks is not offered, and a rule that has it says so',
  async (t) => {
    const { page, dovecot, settings } = await openFilters(t)
    const panel = await openSettings(page, 'Filters')
    await panel.getByRole('button', { name: 'Edit as text' }).click()
    await panel.getByRole('textbox', { name: 'Sieve script' }).fill(SCRIPT)
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText(/^If Day of the week is/).waitFor()
    await dovecot.reload(`${settings}
plugin {
  sieve_extensions = -date -relational -reject
}`)
    await page.reload()

    const list = await openSettings(page, 'Filters')
    await list.getByText('The mail server does not support this: date and reject.').waitFor()
    await list.getByRole('button', { name: 'Edit Weekend' }).click()
    await list.getByText('The mail server does not support this: date.').waitFor()
    await list.getByText('The mail server does not support this: reject.').waitFor()
    await list.getByRole('button', { name: 'Add condition' }).click()
    const field = list.getByRole('combobox', { name: 'Field', exact: true }).last()
    const offered = await field.getByRole('option').allTextContents()
    t.true(offered.includes('Size'))
    t.false(offered.some((name) => ['Date', 'Day of the week', 'Spam score'].includes(name)))
  },
)
