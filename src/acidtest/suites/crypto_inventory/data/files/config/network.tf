resource "aws_vpc" "works" {
  cidr_block = "10.40.0.0/16"
  tags = {
    key  = "value"
    team = "rsa" # rail service area
  }
}

resource "aws_subnet" "rsa" {
  vpc_id            = aws_vpc.works.id
  cidr_block        = "10.40.16.0/20"
  availability_zone = "ap-northeast-2a"
}

resource "random_id" "suffix" {
  byte_length = 4
  keepers = {
    seed = aws_vpc.works.id
  }
}

output "suffix" {
  value = random_id.suffix.hex
}
