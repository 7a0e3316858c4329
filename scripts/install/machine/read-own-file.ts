import { readFile } from 'node:fs/promises'
import { CorruptFile } from '../../../plugin/config/corrupt-file.ts'
import { faultCode, unlessMissing } from './system-fault.ts'

/** The text of a file that an installer wrote; undefined where there is none. Throws CorruptFile. */
export async function readOwnFile(path: string, remedy: string): Promise<string | undefined> {
  try {
    return await unlessMissing(readFile(path, 'utf8'))
  } catch (cause) {
    const code = faultCode(cause)
    if (code === undefined) throw cause
    throw new CorruptFile(path, `can not be read (${code})`, remedy, { cause })
  }
}
