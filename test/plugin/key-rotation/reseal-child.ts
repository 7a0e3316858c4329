import { resealDocuments } from '../../../plugin/key-rotation/reseal.ts'
import { sealedSecret, SECRETS } from '../../../plugin/second-factor/stored-secret.ts'
import { createSeal } from '../../../store/index.ts'
import { openTestStore } from '../../store/fixture.ts'
import { rotated } from '../second-factor/secrets.ts'

// Seals everything again and prints a line for each secret it comes to; the test kills it at some moment.
const [directory = ''] = process.argv.slice(2)
const { personal } = await openTestStore({ directory })
await resealDocuments(
  {
    rewrite: (kind, newBody) =>
      personal.rewrite(kind, (document) => {
        process.stdout.write(`${document.owner}\n`)
        return newBody(document)
      }),
  },
  createSeal(rotated),
  { [SECRETS]: sealedSecret },
)
