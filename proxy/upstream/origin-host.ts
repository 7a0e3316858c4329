/** Whether an Origin header names the host of a request. The scheme may differ: TLS can end in front of us. */
export function isOriginOfHost(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false
  const defaultPort = origin.startsWith('https:') ? '443' : '80'
  const requested = hostAndPort(`http://${host}`, defaultPort)
  return requested !== undefined && hostAndPort(origin, defaultPort) === requested
}

function hostAndPort(url: string, defaultPort: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  return `${hostname}:${port === '' ? defaultPort : port}`
}
