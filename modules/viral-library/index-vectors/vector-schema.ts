import { Field, FixedSizeList, Float32, Float64, List, Schema, Utf8 } from "apache-arrow";

/** Columns of a vector table. */
export const createVectorSchema = (dimensions: number): Schema =>
  new Schema([
    new Field("id", new Utf8(), false),
    new Field("account", new Utf8(), false),
    new Field("vector", new FixedSizeList(dimensions, new Field("item", new Float32(), true)), false),
    new Field("text", new Utf8(), false),
    new Field("username", new Utf8(), false),
    new Field("hashtags", new List(new Field("item", new Utf8(), true)), false),
    new Field("views", new Float64(), false),
    new Field("duration", new Float64(), true),
    new Field("published", new Float64(), true),
  ]);
