/** systemd hands sockets over from this descriptor on (sd_listen_fds(3)). */
const FIRST_DESCRIPTOR = 3

/**
 * The descriptor of a socket that already listens and was handed to this process: by systemd, or by the
 * supervisor where there is no systemd. undefined when there is none; throws when there are several.
 */
export function inheritedSocket(
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  // A variable that leaked from a parent names the parent's process: its sockets are not ours.
  if (environment['LISTEN_PID'] !== String(pid)) return undefined
  const count = Number(environment['LISTEN_FDS'])
  if (count === 0 || Number.isNaN(count)) return undefined
  if (count !== 1) throw new Error(`one socket can be handed over, got ${count}`)
  return FIRST_DESCRIPTOR
}
