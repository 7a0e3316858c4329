/** Pixels of a side: twice what the page shows, for sharp screens. */
const SIDE = 256

/**
 * The middle of a picture as a square JPEG of at most 256 pixels a side: no one has to make it small first,
 * and where it was taken (EXIF) stays with its owner. Rejects for what the browser can not read as a picture.
 */
export async function smallPicture(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file)
  try {
    const { width, height } = image
    const cut = Math.min(width, height)
    const side = Math.min(cut, SIDE)
    const canvas = new OffscreenCanvas(side, side)
    const index = [(width - cut) / 2, (height - cut) / 2] as const
    canvas.getContext('2d')?.drawImage(image, ...index, cut, cut, 0, 0, side, side)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
  } finally {
    image.close()
  }
}
