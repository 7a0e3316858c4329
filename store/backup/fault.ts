/** A backup cannot be made, read or restored; the message is a sentence for the administrator. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}
