import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { preflightWarning, type PreflightFinding } from '../preflight/finding.ts'
import type { Step } from './step.ts'
import { unlessMissing } from '../machine/system-fault.ts'
import { fileStep, keptFileStep } from './file.ts'

/** A file that an administrator may adjust, as it will be after the installation. */
export interface AdjustableFile {
  readonly path: string
  readonly step: Step
  /** Hash of the text we wrote there last; null while the file is another's. */
  readonly shippedSha256: string | null
  /** Told when the file stays as somebody made it. */
  readonly finding: PreflightFinding | undefined
}

type AdjustableFileOptions = Parameters<typeof fileStep>[2] & {
  /** Hash of what an earlier installation wrote there. */
  readonly lastShippedSha256: string | null
}

/** Written unless somebody has changed it since, or had one of that name before: then it stays, and that is told. */
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
  const step = keptFileStep(path, content, options)
  const finding = preflightWarning('files', `${path} is not as Postern wrote it: it stays as it is`)
  return { path, step, shippedSha256: lastShippedSha256, finding }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
