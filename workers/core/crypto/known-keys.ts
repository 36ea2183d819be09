/** Keys that this project publishes for local development, in Base64. They protect nothing. */
export const localWorldKey = 'cGxpZDogZXZlcnkgbG9jYWwgd29ybGQgaGFzIHRoaXM=';
export const publishedKeys: readonly string[] = [localWorldKey];
