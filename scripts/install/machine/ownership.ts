import { lchown, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The system user Postern runs as. */
export const SERVICE_USER = 'postern'

/** Whose a file is. */
export type Owner = 'root' | 'service'

/** Numeric ids of an owner. */
export interface OwnerIds {
  readonly uid: number
  readonly gid: number
}

/** Looks owners up; undefined when files stay with anyone who installs, as below a prefix. */
export type FindOwner = (owner: Owner) => Promise<OwnerIds | undefined>

/** Asked again each time: the user is made by a step of the same installation. */
export function createFindOwner(isForReal: boolean): FindOwner {
  return async (owner) => {
    if (!isForReal) return undefined
    if (owner === 'root') return { uid: 0, gid: 0 }
    const ids = await findSystemUser(SERVICE_USER)
    if (ids === undefined) throw new Error(`there is no user ${SERVICE_USER}`)
    return ids
  }
}

/** Ids of a local user; undefined when there is none. */
export async function findSystemUser(name: string): Promise<OwnerIds | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  const fields = lines.map((line) => line.split(':')).find(([user]) => user === name)
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])]
  return fields === undefined ? undefined : { uid, gid }
}

/** Id of a local group; undefined when there is none. */
export async function findGroup(name: string): Promise<number | undefined> {
  const lines = (await readFile('/etc/group', 'utf8')).split('\n')
  const fields = lines.map((line) => line.split(':')).find(([group]) => group === name)
  return fields === undefined ? undefined : Number(fields[2])
}

/** Gives a tree to an owner. Links are changed themselves, never followed: the tree may be another's. */
export async function giveTree(directory: string, { uid, gid }: OwnerIds): Promise<void> {
  await lchown(directory, uid, gid)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await giveTree(path, { uid, gid })
    else await lchown(path, uid, gid)
  }
}
