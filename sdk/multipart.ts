/** Reading uploads as a stream. */
export {
  NoFileError,
  type Received,
  receive,
  receiveForm,
  TooLargeError,
  UnsupportedError,
} from "#core/http/multipart";
