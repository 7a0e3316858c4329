import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../process/free-port.ts'
import { portResponds, startServerProcess } from '../process/server-process.ts'
import { makeDirectory, removeDirectory } from '../process/temporary-directory.ts'

/** A private Radicale whose users have their password from `users`. */
export interface RadicaleServer {
  /** The setting: `contacts.carddav.url`. */
  readonly template: string
  readonly port: number
  /** A request of another client of the same address book: a phone. */
  as(
    user: string,
    method: string,
    path: string,
    options?: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Debian's Radicale; anyone who has signed in has everything below their own name. */
export async function startRadicale(
  users: Readonly<Record<string, string>>,
): Promise<RadicaleServer> {
  const directory = await makeDirectory('radicale')
  const port = await freePort()
  const [htpasswd, folder] = [join(directory, 'users'), join(directory, 'collections')]
  await mkdir(folder)
  const lines = Object.entries(users).map(([user, password]) => `${user}:${password}\n`)
  await writeFile(htpasswd, lines.join(''))
  const config = join(directory, 'config')
  await writeFile(
    config,
    [
      ...['[server]', `hosts = 127.0.0.1:${port}`, '[auth]', 'type = htpasswd'],
      ...[`htpasswd_filename = ${htpasswd}`, 'htpasswd_encryption = plain', 'delay = 0'],
      ...['[rights]', 'type = owner_only', '[storage]', `filesystem_folder = ${folder}`, ''],
    ].join('\n'),
  )
  const server = await startServerProcess({
    command: 'radicale',
    args: ['--config', config],
    ready: (_output, signal) => portResponds(port, 'connection', signal),
  })
  return {
    template: `http://127.0.0.1:${port}/%u/contacts/`,
    port,
    as: (user, method, path, { body, headers } = {}) =>
      fetch(`http://127.0.0.1:${port}/${encodeURIComponent(user)}/contacts/${path}`, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${user}:${users[user] ?? ''}`).toString('base64')}`,
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      }),
    pause: () => {
      server.pause()
    },
    resume: () => {
      server.resume()
    },
    stop: async () => {
      await server.stop()
      await removeDirectory(directory)
    },
  }
}
