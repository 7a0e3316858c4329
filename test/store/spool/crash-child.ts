import { newId, openTestStore } from '../fixture.ts'

// Saves without end and prints each id once its save is acknowledged; the test kills it at some moment.
const [directory = '', redisUrl = ''] = process.argv.slice(2)
const store = await openTestStore({ directory, redis: redisUrl === '' ? null : { url: redisUrl } })

async function saveWithoutEnd(): Promise<never> {
  for (;;) {
    const id = newId()
    await store.sessions.save(id, { user_id: id }, '192.0.2.7')
    process.stdout.write(`${id}\n`)
  }
}

await Promise.all(Array.from({ length: 32 }, saveWithoutEnd))
