/** A part of a user's quota that is reserved for one request. */
export interface QuotaReservation {
  bytes: number;
  release(): void;
}

export interface UploadQuota {
  /**
   * Reserves as much of the free quota as possible between the two sizes.
   * @throws PayloadTooLargeError when the user's free quota is less than `atLeast`
   * @throws InsufficientStorageError when the instance's free storage is less
   */
  reserve(ownerId: string, bytes: { atLeast: number; atMost: number }): Promise<QuotaReservation>;
}
