import type { Browser } from 'playwright-core'
import { openContext } from '../chromium.ts'

/** A user at Roundcube's sign-in form, with 5 messages in INBOX. */
interface Reader {
  readonly browser: Browser
  readonly user: string
  readonly password: string
  /** Address of the script. */
  readonly script: string
}

/** Signs in at Roundcube's own page, uses a part of each kind of it and signs out; reports who answered the form. */
export async function signInAndOut({ browser, user, password, script }: Reader) {
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(script)
  await page.fill('#rcmloginuser', user)
  await page.fill('#rcmloginpwd', password)
  const posted = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.click('#rcmloginsubmit')
  const answeredBy = (await posted).headers()['x-postern-answered-by']
  const row = page.locator('#messagelist tbody tr').first()
  await row.waitFor()
  const rows = await page.locator('#messagelist tbody tr').count()
  await row.click()
  await page.frameLocator('#messagecontframe').getByText('number 4').first().waitFor()
  await page.click('a.compose:visible')
  await page.locator('#compose-subject').waitFor()
  await page.goto(`${script}?_task=settings&_action=preferences`)
  await page.locator('#sections-table tbody tr').first().waitFor()
  await page.goto(`${script}?_task=mail`)
  await row.waitFor()
  await page.click('a.logout:visible')
  await page.locator('#rcmloginuser').waitFor()
  await context.close()
  return { answeredBy, rows, complaints }
}
