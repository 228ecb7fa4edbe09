// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// The smallest ERC-1271 wallet: a signature is valid when its owner's key made it. It can also pay, as its owner says.
contract ContractWallet {
    address public owner;

    constructor(address owner_) payable {
        owner = owner_;
    }

    receive() external payable {}

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(
            hash,
            uint8(signature[64]),
            bytes32(signature[0:32]),
            bytes32(signature[32:64])
        );
        return signer != address(0) && signer == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function execute(address to, uint256 value, bytes calldata data) external {
        require(msg.sender == owner, "not the owner");
        (bool done, ) = to.call{value: value}(data);
        require(done, "call failed");
    }
}
