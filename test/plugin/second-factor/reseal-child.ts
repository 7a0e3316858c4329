import { resealSecrets } from '../../../plugin/second-factor/reseal.ts'
import { createSeal } from '../../../store/index.ts'
import { openTestStore } from '../../store/fixture.ts'
import { rotated } from './secrets.ts'

// Seals everything again and prints a line for each secret it comes to; the test kills it at some moment.
const [directory = ''] = process.argv.slice(2)
const { personal } = await openTestStore({ directory })
await resealSecrets(
  {
    rewrite: (kind, newBody) =>
      personal.rewrite(kind, (document) => {
        process.stdout.write(`${document.owner}\n`)
        return newBody(document)
      }),
  },
  createSeal(rotated),
)
