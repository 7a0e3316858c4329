/** Folder of the application below the panel's document root: `/3rdparty/postern`. */
export function panelFolder(mount: string): string {
  return mount.replace(/\/index\.php$/, '')
}
