/** Style sheets are bundled by the build; importing one has no value. */
declare module '*/app.css'

/** Its text, which the script adopts. */
declare module '*/later.css' {
  const style: string
  export default style
}
