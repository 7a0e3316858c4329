import { PosternStopped, type SessionChange } from './give-sessions.ts'
import { createMoveEnd, LOOK_MS, type MoveEnd, type Switch } from './switch.ts'

interface QuietOptions {
  readonly changes: AsyncIterable<SessionChange>
  readonly switched: Switch
  readonly wait: (ms: number) => Promise<unknown>
  readonly now: () => number
}

/**
 * Waits until Roundcube writes nothing to Postern any more, where nothing has to be copied: who stops Postern sooner fails the
 * requests of a PHP that still goes by the former configuration. Throws PosternStopped.
 */
export async function untilQuiet({ changes, switched, wait, now }: QuietOptions): Promise<MoveEnd> {
  const end = createMoveEnd(switched, now)
  const broken = follow()
  // No one waits for it once it is quiet.
  broken.catch(() => undefined)
  for (;;) {
    const how = end.look()
    if (how !== undefined) return how
    await Promise.race([wait(LOOK_MS), broken])
  }

  async function follow(): Promise<never> {
    for await (const { kind } of changes) if (kind !== 'all') end.changed()
    throw new PosternStopped('Postern was stopped while Roundcube still used it')
  }
}
