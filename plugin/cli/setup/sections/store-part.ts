import { checkRedis } from '../../doctor/checks/redis.ts'
import { checkDatabase } from '../../doctor/checks/store.ts'
import type { Config } from '../../../config/schema.ts'
import type { ServerName } from '../../../config/secrets/server-passwords.ts'
import type { DraftValues } from '../draft.ts'
import type { Prompt } from '../prompt.ts'
import type { Part } from './part.ts'

type Engine = 'sqlite' | 'mysql' | 'postgres'

/** The shared SQL database. */
export const databasePart: Part = {
  title: 'Database of users and sessions',
  async prompt(prompt, { database, dataDir }) {
    const before = engineOf(database.url)
    const engine = await prompt.choose<Engine>(
      'Which database?',
      [
        ['sqlite', 'a file on this machine, without a server'],
        ['mysql', 'MySQL or MariaDB'],
        ['postgres', 'PostgreSQL'],
      ],
      before,
    )
    if (engine === 'sqlite') {
      const present = database.url.slice('sqlite:'.length)
      const path = await prompt.prompt('File', {
        initial: before === 'sqlite' ? present : `${dataDir}/postern.db`,
        fault: (typed) => (typed.startsWith('/') ? undefined : 'a whole path, from / on'),
      })
      return { settings: { database: { url: `sqlite:${path}` } } }
    }
    const initial = before === engine ? database.url : `${engine}://postern@127.0.0.1/postern`
    const address = await prompt.prompt(`Address, ${engine}://user@host:port/database`, {
      initial,
      fault: (typed) => addressFault(typed, new RegExp(`^${engine}(ql)?:$`)),
    })
    const { url, password } = await promptPassword(prompt, address, 'its user')
    return valuesOf({ database: { url } }, 'database', password)
  },
  checks: [checkDatabase],
}

/** The session cache; without it a single instance keeps sessions in memory. */
export const redisPart: Part = {
  title: 'Redis (optional for a single instance)',
  async prompt(prompt, { redis }) {
    if (redis !== null && !('url' in redis)) {
      prompt.say('The configuration names Sentinels or a Cluster: they stay as they are.\n')
      return { settings: {} }
    }
    const address = await prompt.prompt('Address, redis://host:port (or none)', {
      initial: redis?.url ?? 'none',
      fault: (typed) => (typed === 'none' ? undefined : addressFault(typed, /^rediss?:$/)),
    })
    if (address === 'none') return { settings: { redis: null } }
    const { url, password } = await promptPassword(prompt, address, 'it')
    return valuesOf({ redis: { url } }, 'redis', password)
  },
  checks: [checkRedis],
}

function engineOf(url: Config['database']['url']): Engine {
  if (url.startsWith('sqlite:')) return 'sqlite'
  return url.startsWith('mysql:') ? 'mysql' : 'postgres'
}

function addressFault(typed: string, protocol: RegExp): string | undefined {
  const isValid = URL.canParse(typed) && protocol.test(new URL(typed).protocol)
  if (!isValid) return 'that is no address of this kind'
  return passwordIn(typed) === undefined ? 'a % in the password is written %25' : undefined
}

/** undefined when it is not written as an address wants it. */
function passwordIn(address: string): string | undefined {
  try {
    return decodeURIComponent(new URL(address).password)
  } catch {
    return undefined
  }
}

/** The address without its password, and the password as it is meant. */
async function promptPassword(prompt: Prompt, address: string, whose: string) {
  const url = new URL(address)
  const inAddress = passwordIn(address) ?? ''
  url.password = ''
  if (inAddress !== '') return { url: url.href, password: inAddress }
  const typed = await prompt.promptSecret(`Password of ${whose} (empty: none, or as it was)`)
  return { url: url.href, password: typed }
}

function valuesOf(
  settings: DraftValues['settings'],
  server: ServerName,
  password: string,
): DraftValues {
  return password === '' ? { settings } : { settings, passwords: { [server]: password } }
}
