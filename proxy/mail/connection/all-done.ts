/**
 * Waits until all commands that went out together are answered; throws what the first of them that
 * failed threw. None is left under way that the next turn would have to do with.
 */
export async function allDone(commands: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(commands)
  await Promise.all(commands)
}
