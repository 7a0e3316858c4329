import Module from 'node:module'
import test from 'ava'
import type { ExecutionContext } from 'ava'
import { connectDatabase } from '../../../store/database/connection/connect.ts'

for (const [dialect, name] of [
  ['postgres', 'pg'],
  ['mysql', 'mysql2'],
] as const) {
  test.serial(`the missing driver ${name} is named, and how to get it`, (t) => {
    hidePackage(t, name)
    const url = `${dialect}://u:p@localhost/d`

    t.throws(
      () =>
        connectDatabase(
          { dialect, url },
          { busyTimeoutMs: 200, acquireTimeoutMs: 1_000, statementTimeoutMs: 1_000 },
        ),
      { message: new RegExp(`npm install ${name}$`) },
    )
  })
}

/** As if it were not installed: optional dependencies may be left out. Others may have loaded it before. */
function hidePackage(t: ExecutionContext, name: string): void {
  const load: unknown = Reflect.get(Module, '_load')
  if (typeof load !== 'function') throw new Error('this Node loads modules in another way')
  t.teardown(() => void Reflect.set(Module, '_load', load))
  Reflect.set(Module, '_load', (request: string, ...rest: unknown[]): unknown => {
    if (request.startsWith(name)) throw new Error(`Cannot find module '${name}'`)
    const loaded: unknown = Reflect.apply(load, Module, [request, ...rest])
    return loaded
  })
}
