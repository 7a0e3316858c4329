import test from 'ava'
import { eachDialog } from '../../support/web/dialog-states.ts'
import { openWalk } from '../../support/web/layout-walk.ts'
import { browserTests } from '../../support/web/open-mail.ts'

const openMail = browserTests(test)

for (const name of [
  '320 px',
  '390 px',
  '768 px',
  '1024 px',
  '1150 px',
  '1440 px',
  '1440 px at 200 % zoom',
  '390 px with text of twice the size',
]) {
  test.serial(
    `every control of what opens now and then is in sight and free: ${name}`,
    async (t) => {
      const walk = await openWalk(openMail, t, name)
      await walk.page.getByRole('row', { name: /Harvest/ }).waitFor()

      await eachDialog(walk)
    },
  )
}
