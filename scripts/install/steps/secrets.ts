import { randomBytes } from 'node:crypto'
import { constants, lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey, listKids, loadSecret } from '../../../store/seal/index.ts'
import type { FindOwner } from '../machine/ownership.ts'
import { replaceFile } from '../machine/own-file.ts'
import { isSecretName, ruleOfNames, secretNames } from '../own/names.ts'
import { findOwn, giveOwn } from '../own/own-tree.ts'
import { protectedFileStep } from './file.ts'
import type { Step } from './step.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

const BINDING_SECRET = 'panel-binding.secret'

interface SecretsOptions {
  readonly secretsDir: string
  /** Secrets of an earlier installation whose data were kept. */
  readonly stateDir: string
  readonly findOwner: FindOwner
  readonly now: () => number
}

/** The keys that seal passwords and bind sessions: generated once, kept for ever, readable by Postern alone. */
export function secretsStep({ secretsDir, stateDir, findOwner, now }: SecretsOptions): Step {
  const hasSecrets = async (): Promise<boolean> => {
    const kids = (await unlessMissing(listKids(secretsDir))) ?? []
    const secret = await unlessMissing(lstat(join(secretsDir, BINDING_SECRET)))
    return kids.length > 0 && secret !== undefined
  }
  const isEmpty = async () => ((await unlessMissing(readdir(secretsDir))) ?? []).length === 0
  return {
    describe: `generate the secrets in ${secretsDir}`,
    isDone: hasSecrets,
    planUndo: async () =>
      (await isEmpty()) ? { kind: 'remove-tree', path: secretsDir } : undefined,
    async apply() {
      const kids = await listKids(secretsDir)
      // A password that `postern setup` has written is no key: what those of before sealed needs them.
      if (kids.length === 0) await copyMissing(stateDir, secretsDir)
      if ((await listKids(secretsDir)).length === 0) await createKey(secretsDir, now)
      await loadSecret(join(secretsDir, BINDING_SECRET), { create: true })
      const ids = await findOwner('service')
      const tree = await findOwn(secretsDir, ruleOfNames([secretNames(secretsDir)]))
      if (ids !== undefined && tree !== undefined) await giveOwn(tree, ids)
    },
    removal: { kind: 'remove-tree', path: secretsDir },
  }
}

/** What is there already is newer. */
async function copyMissing(from: string, to: string): Promise<void> {
  const present = new Set(await readdir(to))
  await copySecrets(from, to, (name) => !present.has(name))
}

/** Copies keys and secrets that are plain files, without following links: the folder may have been writable by the service. */
export async function copySecrets(
  from: string,
  to: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  const names = ((await unlessMissing(readdir(from))) ?? []).filter(isSecretName)
  for (const name of names.filter(isWanted)) {
    if (!(await lstat(join(from, name))).isFile()) continue
    const file = await open(join(from, name), constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      await replaceFile(join(to, name), await file.readFile(), { mode: 0o600, ids: undefined })
    } finally {
      await file.close()
    }
  }
}

/** Base64 of 24 bytes, of letters that neither PHP nor `redis_hosts` reads as something else. */
const SHARED_SECRET_BYTES = 24

/** A secret that a Roundcube is told as well, without which every user of the machine could be it. */
export function sharedSecretStep(path: string, what: string, findOwner: FindOwner): Step {
  const secret = randomBytes(SHARED_SECRET_BYTES).toString('base64url')
  return {
    ...protectedFileStep(path, `${secret}\n`, { mode: 0o600, owner: 'service', findOwner }),
    describe: `make ${what} unless there is one (${path})`,
  }
}
