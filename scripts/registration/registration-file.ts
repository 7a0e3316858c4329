/** A file by which a panel learns of Postern. */
export interface RegistrationFile {
  readonly name: string
  readonly text: string
}
