/** The demo shop of every local world. It exists nowhere else, so its secret needs no protection: the SHA-256 of `plid local demo secret 1`. */
export const demoShop = {
  client_id: 'demoshop000000000001',
  client_secret: 'dc5fb0d5733e72d0a2e119e01d4ee191676ed43b72bc6cbc093b486b610931c6',
};
