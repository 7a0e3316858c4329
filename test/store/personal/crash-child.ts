import { openTestStore } from '../fixture.ts'
import { owner } from './stores.ts'

// Saves without end and prints each id once its save is acknowledged; the test kills it at some moment.
const [directory = '', round = ''] = process.argv.slice(2)
const { personal } = await openTestStore({ directory })

async function saveWithoutEnd(writer: number): Promise<never> {
  for (let at = 0; ; at += 1) {
    const id = `${round}-${writer}-${at}`
    await personal.save(owner, 'contact', [{ id, baseVersion: 0, body: id }])
    process.stdout.write(`${id}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, (_none, writer) => saveWithoutEnd(writer)))
