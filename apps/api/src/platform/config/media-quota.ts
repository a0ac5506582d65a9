/** The maximum of all media files of one user, except profile pictures and banners. */
export interface MediaQuota {
  bytes: number;
  files: number;
}
