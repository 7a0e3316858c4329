import test from 'ava'
import { eachDialog } from '../../support/web/dialog-states.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { openWalk } from '../../support/web/layout-walk.ts'
import { browserTests } from '../../support/web/open-mail.ts'

const openMail = browserTests(test)

/** A dialog lies over the page: its own room counts, and each arrangement of the page that has its button elsewhere. */
const inShort = ['320 px', '1024 px', '1440 px at 200 % zoom', '390 px with text of twice the size']

for (const name of isLong ? [...inShort, '390 px', '768 px', '1150 px', '1440 px'] : inShort) {
  test.serial(
    `every control of what opens now and then is visible and free: ${name}`,
    async (t) => {
      const walk = await openWalk(openMail, t, name)
      await walk.page.getByRole('row', { name: /Harvest/ }).waitFor()

      await eachDialog(walk)
    },
  )
}
