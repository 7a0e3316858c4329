import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SimulatedApp } from './options.ts'

/** An application as its yaml file registers it. */
export interface RegisteredApp {
  readonly id: string
  /** `/3rdparty/<id>/index.php`, perhaps with a query. */
  readonly url: string
  readonly displayName: string
  readonly description: string
}

/** The webmail applications of the panel, read from their yaml files each time. */
export interface AppRegistry {
  list(): Promise<readonly RegisteredApp[]>
  /** The application a path belongs to. */
  appOf(path: string): SimulatedApp | undefined
}

/** Only these files count (plugin/docs/threats.md, cPanel); an editor's `webmail_x.yaml~` does not. */
const FILE_NAME = /^webmail_([a-z0-9_-]+)\.yaml$/

/** Writes the yaml files of the given apps and reads whatever is registered beside them. */
export async function createAppRegistry(
  directory: string,
  apps: readonly SimulatedApp[],
): Promise<AppRegistry> {
  await mkdir(directory, { recursive: true })
  for (const { id, displayName, description = '' } of apps) {
    const lines = [
      `url: /3rdparty/${id}/index.php`,
      `displayname: ${displayName}`,
      `description: ${description}`,
    ]
    await writeFile(join(directory, `webmail_${id}.yaml`), `---\n${lines.join('\n')}\n`)
  }
  return {
    async list() {
      const names = (await readdir(directory)).filter((name) => FILE_NAME.test(name)).sort()
      return Promise.all(names.map((name) => readApp(directory, name)))
    },
    appOf: (path) =>
      apps.find(({ id }) => path.includes(`/3rdparty/${id}/`) || path.endsWith(`/3rdparty/${id}`)),
  }
}

async function readApp(directory: string, name: string): Promise<RegisteredApp> {
  const id = FILE_NAME.exec(name)?.[1] ?? name
  const fields = new Map<string, string>()
  for (const line of (await readFile(join(directory, name), 'utf8')).split('\n')) {
    const pair = /^([a-z]+):\s*["']?(.*?)["']?\s*$/.exec(line)
    if (pair?.[1] !== undefined && pair[2] !== undefined) fields.set(pair[1], pair[2])
  }
  return {
    id,
    url: fields.get('url') ?? `/3rdparty/${id}/index.php`,
    displayName: fields.get('displayname') ?? id,
    description: fields.get('description') ?? '',
  }
}
