import test from 'ava'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { personalContract } from './contract.ts'
import { engines, openPair, openSingle } from './stores.ts'

for (const [engine, start] of Object.entries(engines)) {
  test.serial(`${engine}, one instance: documents hold the contract`, async (t) => {
    const server = await start()
    if (server !== undefined) t.teardown(() => server.stop())
    const options = server === undefined ? {} : { url: server.url }
    const { personal } = await openSingle(t, await temporaryDirectory(t), options)

    for (const { name, run } of personalContract) {
      t.log(name)
      await run(t, personal, personal)
    }
  })

  test.serial(`${engine}, two instances: documents hold the contract`, async (t) => {
    const server = await start()
    if (server !== undefined) t.teardown(() => server.stop())
    const { one, other } = await openPair(t, server === undefined ? {} : { url: server.url })

    for (const { name, run } of personalContract) {
      t.log(name)
      await run(t, one.personal, other.personal)
    }
  })
}
