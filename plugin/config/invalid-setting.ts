/** What a setting names, a file, directory or address, cannot be used; the reason is the cause. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting'
  readonly setting: string

  constructor(setting: string, cause: unknown) {
    super(`${setting}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.setting = setting
  }
}

/** The work's own outcome; its failure as that of the setting. Throws InvalidSetting. */
export async function usedBy<Value>(setting: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (cause) {
    throw new InvalidSetting(setting, cause)
  }
}
