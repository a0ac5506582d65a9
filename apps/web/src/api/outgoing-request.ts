export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData | string | null;
  signal: AbortSignal | undefined;
}

export interface HttpResponse {
  status: number;
  text: string;
}
