import { z } from 'zod'

const DEFAULT_FILE = '/etc/roundcube/config.inc.php'
const ADDRESS = { host: '127.0.0.1', port: 8192 } as const

const objectSchema = z.record(z.string(), z.unknown())

/**
 * The configuration of Postern with a session endpoint for the Roundcube of this `config.inc.php`; as it is where it has
 * one. A text that is no configuration stays: anyone who reads it next says why.
 */
export function turnOnSessions(text: string, roundcubeFile: string): string {
  const config = objectOf(text)
  const webmail = objectSchema.safeParse(config?.['webmail'] ?? {}).data
  if (config === undefined || webmail === undefined) return text
  if (webmail['sessions'] !== undefined && webmail['sessions'] !== null) return text
  const named = roundcubeFile === DEFAULT_FILE ? {} : { roundcubeConfig: roundcubeFile }
  const changed = { ...config, webmail: { ...webmail, sessions: { ...ADDRESS, ...named } } }
  return `${JSON.stringify(changed, undefined, 2)}\n`
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    return objectSchema.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
