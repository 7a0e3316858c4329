/** What a photograph is as good as before with. */
const QUALITY = 0.85

/**
 * An image with its longer side no longer than that, by the same name and of the same type, and without what else its file
 * says, such as where it was taken. The file itself where it is no larger, or this browser cannot make a smaller one of it.
 */
export async function smallerImage(file: File, longestPixels: number): Promise<File> {
  try {
    const image = await createImageBitmap(file)
    const scale = longestPixels / Math.max(image.width, image.height)
    if (scale >= 1) return file
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    )
    const context = canvas.getContext('2d')
    if (context === null) return file
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    const { type, name, lastModified } = file
    const smaller = await canvas.convertToBlob({ type, quality: QUALITY })
    // Where the browser writes no such type, it writes PNG.
    const isOfUse = smaller.type === type && smaller.size < file.size
    return isOfUse ? new File([smaller], name, { type, lastModified }) : file
  } catch {
    // No image, one that is too large to be read, or an old browser.
    return file
  }
}
