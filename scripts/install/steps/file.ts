import { createHash } from 'node:crypto'
import { lstat, open, readFile, readlink, unlink } from 'node:fs/promises'
import type { FindOwner, Owner } from '../machine/ownership.ts'
import { replaceFile } from '../machine/own-file.ts'
import type { Step } from './step.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import type { UndoStep } from '../record/undo.ts'
import { preflightWarning, type PreflightFinding } from '../preflight/finding.ts'

interface FileOptions {
  readonly mode: number
  readonly owner: Owner
  readonly findOwner: FindOwner
  /** Group that may read it beside the owner. */
  readonly group?: Owner
}

/** A file with exactly this content. */
export function fileStep(path: string, content: string, options: FileOptions): Step {
  const { mode } = options
  return {
    describe: `write ${path}`,
    async isDone() {
      const found = await unlessMissing(lstat(path))
      if (!found?.isFile() || (found.mode & 0o7777) !== mode) return false
      const ids = await idsOf(options).catch(() => undefined)
      if (ids !== undefined && (found.uid !== ids.uid || found.gid !== ids.gid)) return false
      return (await readFile(path, 'utf8')) === content
    },
    planUndo: () => fileUndo(path),
    apply: async () => replaceFile(path, content, { mode, ids: await idsOf(options) }),
    removal: { kind: 'remove-file', path },
  }
}

/** A file someone else may change: written when it is missing, and never again. */
export function protectedFileStep(path: string, content: string, options: FileOptions): Step {
  const step = fileStep(path, content, options)
  return {
    ...step,
    describe: `write ${path} unless it is there`,
    isDone: async () => (await unlessMissing(lstat(path))) !== undefined,
  }
}

/** As `protectedFileStep`; one that its group cannot read, as root has restored it, is given to the group, with its content. */
export function protectedReadableFileStep(
  path: string,
  content: string,
  options: FileOptions,
): Step {
  return {
    ...protectedFileStep(path, content, options),
    async isDone() {
      const found = await unlessMissing(lstat(path))
      if (found === undefined) return false
      const ids = await idsOf(options).catch(() => undefined)
      if (ids === undefined || (found.mode & 0o004) !== 0) return true
      return found.gid === ids.gid && (found.mode & 0o040) !== 0
    },
  }
}

/** An empty file for others to write to. One that is there is never replaced: someone may have it open. */
export function emptyFileStep(path: string, options: FileOptions): Step {
  return {
    ...protectedFileStep(path, '', options),
    describe: `make ${path} unless it is there`,
    async apply() {
      const file = await open(path, 'wx', 0o600)
      try {
        await file.chmod(options.mode)
        const ids = await idsOf(options)
        if (ids !== undefined) await file.chown(ids.uid, ids.gid)
      } finally {
        await file.close()
      }
    },
  }
}

/** How to get back to a file as it is now, or to its absence. */
async function fileUndo(path: string): Promise<UndoStep> {
  const found = await unlessMissing(lstat(path))
  if (found === undefined) return { kind: 'remove-file', path }
  if (!found.isFile()) throw new Error(`${path} is not a plain file`)
  const content = await readFile(path)
  return {
    kind: 'restore-file',
    path,
    contentBase64: content.toString('base64'),
    mode: found.mode & 0o7777,
    uid: found.uid,
    gid: found.gid,
  }
}

async function idsOf({ owner, group, findOwner }: FileOptions) {
  const own = await findOwner(owner)
  if (own === undefined || group === undefined) return own
  const groupIds = await findOwner(group)
  return groupIds === undefined ? own : { uid: own.uid, gid: groupIds.gid }
}

/** A file or link of ours that is no longer wanted. */
export function absentStep(path: string): Step {
  const find = () => unlessMissing(lstat(path))
  return {
    describe: `remove ${path}`,
    isDone: async () => (await find()) === undefined,
    async planUndo() {
      const isLink = (await find())?.isSymbolicLink() === true
      return isLink ? { kind: 'restore-link', path, target: await readlink(path) } : fileUndo(path)
    },
    async apply() {
      await unlessMissing(unlink(path))
    },
    removal: { kind: 'remove-file', path },
  }
}

/** A file that an administrator may adjust, as it will be after the installation. */
export interface AdjustableFile {
  readonly path: string
  readonly step: Step
  /** Hash of the text we wrote there last; null while the file is another's. */
  readonly shippedSha256: string | null
  /** Told when the file stays as a user made it. */
  readonly finding: PreflightFinding | undefined
}

type AdjustableFileOptions = Parameters<typeof fileStep>[2] & {
  /** Hash of what an earlier installation wrote there. */
  readonly lastShippedSha256: string | null
}

/** Written unless someone has changed it since, or had one of that name before: then it stays, and that is told. */
export async function adjustableFile(
  path: string,
  content: string,
  { lastShippedSha256, ...options }: AdjustableFileOptions,
): Promise<AdjustableFile> {
  const present = await unlessMissing(readFile(path, 'utf8'))
  const isOurs =
    present === undefined || present === content || sha256(present) === lastShippedSha256
  if (isOurs) {
    const step = fileStep(path, content, options)
    return { path, step, shippedSha256: sha256(content), finding: undefined }
  }
  const step = protectedFileStep(path, content, options)
  const finding = preflightWarning('files', `${path} is not as Postern wrote it: it stays as it is`)
  return { path, step, shippedSha256: lastShippedSha256, finding }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
